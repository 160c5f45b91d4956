/**
 * The rooms that make a file of the built site each, with all that their modules import. A request
 * costs a slow phone more than the few bytes that a page does not need, and one file compresses better
 * than several. A module belongs to the first group that has it.
 */
export const scriptRooms: Readonly<Record<string, { folders: string[]; helpers?: string[] }>> = {
  // What every page's header needs, and what asks the server.
  shop: {
    folders: ['src/browser', 'src/stores', 'src/api/http', 'src/api/listing'],
    helpers: ['vite/preload-helper'],
  },
  react: {
    folders: [
      'node_modules/react',
      'node_modules/react/cjs',
      'node_modules/react-dom',
      'node_modules/react-dom/cjs',
      'node_modules/@astrojs/react/dist',
      'src/ui/islands',
    ],
    helpers: ['rolldown/runtime'],
  },
  addresses: { folders: ['src/domain/address'] },
  cards: { folders: ['src/features/product-card'] },
  product: { folders: ['src/features/product/picker'] },
  checkout: { folders: ['src/stores/checkout'] },
};

/** The rooms as the bundler wants them. A folder's own folders are other rooms. */
export const scriptGroups = Object.entries(scriptRooms).map(
  ([name, { folders, helpers = [] }]) => ({
    name,
    test: new RegExp([...folders.map((folder) => `/${folder}/[^/]+$`), ...helpers].join('|')),
  }),
);
