/** Kinds of picture files that people give: sharp's name of each format, and the endings of its files. */
const kinds = [
  { name: 'JPEG', format: 'jpeg', endings: ['jpg', 'jpeg', 'jpe', 'jfif', 'pjp', 'pjpg', 'pjpeg'] },
  { name: 'PNG', format: 'png', endings: ['png', 'apng'] },
  { name: 'WebP', format: 'webp', endings: ['webp'] },
  { name: 'AVIF', format: 'heif', endings: ['avif'] },
  { name: 'TIFF', format: 'tiff', endings: ['tif', 'tiff'] },
  { name: 'GIF', format: 'gif', endings: ['gif'] },
] as const;

/** Names of the kinds, for a sentence. */
export const pictureKindNames = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  kinds.map(({ name }) => name),
);

/** Names that sharp gives their formats. */
export const pictureFormats: ReadonlySet<string> = new Set(kinds.map(({ format }) => format));

/** Endings of their files, and of HEIC files: the server explains how to convert those. */
export const pictureEndings: readonly string[] = [
  ...kinds.flatMap(({ endings }) => endings),
  'heic',
  'heif',
];

/** Files that a picture input offers. Types alone would hide those that a device has no type for. */
export const acceptedPictures = ['image/*', ...pictureEndings.map((end) => `.${end}`)].join();
