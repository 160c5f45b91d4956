import Swiper from 'swiper';
import { A11y, Keyboard, Navigation, Pagination } from 'swiper/modules';

/** How long a slide takes (spec, section 9). */
const SLIDE_MS = 500;

/** The parts of a carousel that exist in the page already. */
export interface CarouselParts {
  container: HTMLElement;
  previous: HTMLElement;
  next: HTMLElement;
  dots: HTMLElement;
}

/** Brings a row of pictures to life. @returns a function that leaves the row as it was. */
export function startCarousel({ container, previous, next, dots }: CarouselParts): () => void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swiper = new Swiper(container, {
    modules: [A11y, Keyboard, Navigation, Pagination],
    loop: true,
    speed: calm ? 0 : SLIDE_MS,
    keyboard: { enabled: true },
    navigation: { prevEl: previous, nextEl: next },
    pagination: {
      el: dots,
      clickable: true,
      bulletElement: 'button',
      bulletClass: 'product-carousel-bullet',
      bulletActiveClass: 'product-carousel-bullet-active',
    },
    a11y: {
      prevSlideMessage: 'Previous image',
      nextSlideMessage: 'Next image',
      paginationBulletMessage: 'Go to image {{index}}',
      slideLabelMessage: '{{index}} of {{slidesLength}}',
      itemRoleDescriptionMessage: 'slide',
    },
  });
  return () => swiper.destroy();
}
