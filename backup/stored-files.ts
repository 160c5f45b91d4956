import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { inParallel } from '#domain/basics/in-parallel.ts';
import { type Manifest, privately, type SavedFile } from './backup-folder.ts';
import type { Project } from './project.ts';

/** Files on their way at once. */
const atOnce = 8;

/**
 * Downloads objects of Storage.
 * @param pathOf path of a file in the backup.
 * @throws Error naming those that Storage does not have.
 */
export async function download(
  { storage }: Project,
  objects: readonly Omit<SavedFile, 'bytes' | 'sha256'>[],
  pathOf: (file: SavedFile) => string,
): Promise<SavedFile[]> {
  const saved: SavedFile[] = [];
  const lost: string[] = [];
  await inParallel(objects, atOnce, async (object) => {
    const { data, error } = await storage.from(object.bucket).download(object.name);
    if (error) {
      lost.push(`${object.bucket}/${object.name}: ${error.message}`);
      return;
    }
    const content = Buffer.from(await data.arrayBuffer());
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = { ...object, bytes: content.length, sha256 };
    await writeFile(pathOf(file), content, privately);
    saved.push(file);
  });
  if (lost.length > 0) {
    throw new Error(
      `Storage lists files that it cannot answer. If they were deleted during the backup, run it again into another folder:\n  ${lost.toSorted().join('\n  ')}`,
    );
  }
  return saved.toSorted((a, b) => (a.bucket + a.name < b.bucket + b.name ? -1 : 1));
}

/** Uploads files, over those of an interrupted restore, and creates missing buckets. @throws Error */
export async function upload(
  { storage }: Project,
  { buckets, files }: Manifest,
  pathOf: (file: SavedFile) => string,
): Promise<void> {
  for (const { id, ...bucket } of buckets) {
    const { error } = await storage.getBucket(id);
    if (!error) continue;
    const made = await storage.createBucket(id, {
      public: bucket.public,
      ...(bucket.file_size_limit !== null && { fileSizeLimit: bucket.file_size_limit }),
      ...(bucket.allowed_mime_types && { allowedMimeTypes: bucket.allowed_mime_types }),
    });
    if (made.error) throw new Error(`The bucket ${id} cannot be created: ${made.error.message}`);
  }
  await inParallel(files, atOnce, async (file) => {
    const { error } = await storage
      .from(file.bucket)
      .upload(file.name, await readFile(pathOf(file)), {
        upsert: true,
        ...(file.type !== null && { contentType: file.type }),
        ...(file.cache !== null && { cacheControl: file.cache }),
      });
    if (error) throw new Error(`${file.bucket}/${file.name} cannot be stored: ${error.message}`);
  });
}
