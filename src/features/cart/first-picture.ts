/** Inlined in the cart page's head. */
import { preloadFirstPicture } from './preload-first-picture.ts';

preloadFirstPicture(document.head);
