import type { App } from '@supabase/lite';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

type StorageAdapter = NonNullable<App['_storageAdapter']>;

const mimeTypes: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/** ETag of a file's content. A weak hash is enough for a browser on the same machine. */
function tagOf(content: Uint8Array): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}

async function metadataOf(file: string) {
  const [{ size, mtime }, content] = await Promise.all([stat(file), readFile(file)]);
  const metadata = {
    cacheControl: 'max-age=3600',
    contentLength: size,
    size,
    mimetype: mimeTypes[path.extname(file)] ?? 'application/octet-stream',
    lastModified: mtime,
    eTag: tagOf(content),
  };
  return { metadata, content };
}

/** Storage adapter of the local Supabase Storage: one folder per bucket. */
export function fileStorage(folder: string): StorageAdapter {
  /** @throws Error for a path outside the folder. */
  function fileOf(bucket: string, key: string): string {
    const file = path.resolve(folder, bucket, key);
    if (!file.startsWith(path.resolve(folder) + path.sep))
      throw new Error(`Not a file name: ${key}`);
    return file;
  }

  const remove = (bucket: string, key: string) => rm(fileOf(bucket, key), { force: true });

  return {
    driver: 'file',
    async getObject(bucket, key, _version, headers) {
      const { metadata, content } = await metadataOf(fileOf(bucket, key));
      if (headers?.ifNoneMatch === metadata.eTag) return { httpStatusCode: 304, metadata };
      return { httpStatusCode: 200, metadata, body: Buffer.from(content) };
    },
    async uploadObject(bucket, key, _version, body, mimetype, cacheControl) {
      const file = fileOf(bucket, key);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, body);
      const { metadata } = await metadataOf(file);
      return { ...metadata, mimetype, cacheControl };
    },
    deleteObject: remove,
    async deleteObjects(bucket, keys) {
      await Promise.all(keys.map((key) => remove(bucket, key)));
    },
    async copyObject(fromBucket, from, _version, toBucket, to) {
      await mkdir(path.dirname(fileOf(toBucket, to)), { recursive: true });
      await copyFile(fileOf(fromBucket, from), fileOf(toBucket, to));
      const { eTag, lastModified } = (await metadataOf(fileOf(toBucket, to))).metadata;
      return { httpStatusCode: 200, eTag, lastModified };
    },
    async headObject(bucket, key) {
      return (await metadataOf(fileOf(bucket, key))).metadata;
    },
    async privateAssetUrl(bucket, key) {
      return `file://${fileOf(bucket, key)}`;
    },
  };
}
