/**
 * Groups of folders that are each bundled into one file, with everything their modules import. On a slow
 * phone a request costs more than a few unneeded bytes, and one file compresses better than several. A
 * module belongs to the first group that matches it.
 */
export const groupFolders: Readonly<Record<string, { folders: string[]; helpers?: string[] }>> = {
  // The header's code, on every page, and the API client.
  shop: {
    folders: ['src/browser', 'src/stores', 'src/api/http', 'src/api/listing'],
    // The cart, cards and product pages all show prices.
    helpers: ['vite/preload-helper', 'domain/money/(?:shown-price|tax)\\.ts$'],
  },
  // The studio's alone. Zod's settings must be made before the first schema, so they are in its file.
  zod: {
    folders: [
      'node_modules/zod',
      'node_modules/zod/v4',
      'node_modules/zod/v4/classic',
      'node_modules/zod/v4/core',
    ],
    helpers: ['studio/kit/without-eval\\.ts$'],
  },
  content: { folders: ['src/browser/content', 'src/features/navigation/start'] },
  react: {
    folders: [
      'node_modules/react',
      'node_modules/react/cjs',
      'node_modules/react-dom',
      'node_modules/react-dom/cjs',
      'node_modules/@astrojs/react/dist',
      'node_modules/@nanostores/react',
      'src/ui/islands',
    ],
    helpers: ['rolldown/runtime'],
  },
  addresses: { folders: ['src/domain/paths'], helpers: ['domain/catalogue/image\\.ts$'] },
  // Code that product pages wait for; card code used only by listings is in a subfolder and bundled with them.
  cards: {
    folders: ['src/features/product-card'],
    helpers: ['domain/catalogue/former-price\\.ts$'],
  },
  product: { folders: ['src/features/product/picker'] },
  checkout: { folders: ['src/stores/checkout'], helpers: ['domain/countries/countries\\.ts$'] },
  // Else it would be in the file of cart-content.ts, which a document of the cart does not need.
  cart: { folders: ['src/features/cart/first-state'] },
  login: { folders: ['src/stores/login'], helpers: ['api/(?:auth|end-login)\\.ts$'] },
  // Parts that the login page shares with other forms, but not with the studio.
  forms: {
    folders: [],
    helpers: [
      'account/(?:form-text|login-target)\\.ts$',
      'account/PasswordField\\.tsx$',
      'ui/(?:ReadyButton\\.tsx|use-hydrated\\.ts)$',
    ],
  },
};

/** The groups in the bundler's format, without subfolders and without the studio's copies (studio-copies.ts). */
export const scriptGroups = Object.entries(groupFolders).map(
  ([name, { folders, helpers = [] }]) => ({
    name,
    test: new RegExp(
      [...folders.map((folder) => `/${folder}/[^/]+(?<!\\?copy)$`), ...helpers].join('|'),
    ),
  }),
);
