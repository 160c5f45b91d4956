import { writeSearchFiles } from '#domain/search/search-file.ts';
import { allCategories, allProducts, oncePerBuild } from './built-catalogue.ts';

/** The texts of this build's search files. */
export const searchFiles = oncePerBuild(async () =>
  writeSearchFiles(await allProducts(), await allCategories()),
);
