import { expect, test } from 'vitest';
import { changesWithPictures } from './changes-with-pictures.ts';

const picture = (slug: string, name: string, address?: string) => ({
  slug,
  name,
  file: undefined,
  ...(address !== undefined && { address }),
});

test('missing pictures are left out with their alt texts, and never empty a gallery', () => {
  const given = {
    renames: [],
    categories: [],
    products: [
      { slug: 'cap', share_picture: 'gone.jpg' },
      { slug: 'hat', share_picture: '/kept.jpg' },
    ],
    colours: [
      {
        slug: 'cap',
        color_name: 'Red',
        images: ['a.jpg', 'gone.jpg', 'b.jpg'],
        worn: 'b.jpg',
        alts: ['A', 'Gone', 'B'],
      },
      { slug: 'cap', color_name: 'Blue', images: ['gone.jpg'], worn: 'gone.jpg', quantity: 3 },
      {
        slug: 'hat',
        color_name: 'Red',
        images: ['/kept.jpg', 'a.jpg', 'same.jpg'],
        alts: ['K', 'A', 'S'],
      },
      { slug: 'hat', color_name: 'Blue', images: [] },
    ],
  };
  const pictures = [
    picture('cap', 'a.jpg', '/1'),
    picture('cap', 'b.jpg', '/2'),
    picture('cap', 'gone.jpg'),
    picture('hat', 'a.jpg', '/3'),
    picture('hat', 'same.jpg', '/3'),
  ];
  expect(changesWithPictures(given, {}, pictures).catalogue).toEqual({
    renames: [],
    categories: [],
    products: [{ slug: 'cap' }, { slug: 'hat', share_picture: '/kept.jpg' }],
    colours: [
      { slug: 'cap', color_name: 'Red', images: ['/1', '/2'], worn: '/2', alts: ['A', 'B'] },
      { slug: 'cap', color_name: 'Blue', quantity: 3 },
      { slug: 'hat', color_name: 'Red', images: ['/kept.jpg', '/3'], alts: ['K', 'A'] },
      { slug: 'hat', color_name: 'Blue', images: [] },
    ],
  });
});
