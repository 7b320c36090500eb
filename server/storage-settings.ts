import { z } from 'zod'
import type { RemoteSettings } from './platform/remote-folder/open-remote-folder.ts'
import type { UploadsBucket } from './platform/storage/open-storage.ts'

/** Scheme and host, or also a path. Ends without a slash. */
const webAddress = z
  .string()
  .regex(/^https?:\/\/[^/?#]+(?:\/[^?#]*)?$/, 'must look like https://cdn.example.com')
  .transform((text) => text.replace(/\/+$/, ''))

/** The settings of uploads in a bucket; a part of `variables` in config.ts. */
export const storageVariables = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as my-shop')
    .optional()
    .describe('bucket for uploaded images; without it they are in DATA_DIR'),
  S3_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/?#]+$/, 'must be scheme and host alone, as in https://s3.example.com')
    .optional()
    .describe('server of the bucket; without it Amazon S3'),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be a name such as eu-central-1')
    .default('us-east-1')
    .describe('region of the bucket'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('key that may read and write the bucket'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('secret of that key'),
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(?:\/[\w.-]+)*\/?$/, 'must be the beginning of names, as in shop/uploads')
    .transform((text) => text.replace(/\/?$/, '/'))
    .optional()
    .describe('beginning of the names in the bucket; without it they begin with the name of the image'),
  S3_PATH_STYLE: z
    .enum(['1', '0'], 'must be 1 or 0')
    .optional()
    .describe('1 if the bucket is in the path, 0 if it is in the host; without it 1 with S3_ENDPOINT'),
  S3_DELIVERY: z
    .enum(['shop', 'signed', 'public'], 'must be shop, signed or public')
    .default('shop')
    .describe('whether the shop sends images, or redirects to the bucket by signed or public addresses'),
  S3_PUBLIC_URL: webAddress
    .optional()
    .describe('address of a public bucket, or of a CDN before it, for S3_DELIVERY=public'),
  S3_CACHE_MB: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a whole number of MB')
    .prefault('1024')
    .transform(Number)
    .describe('copies of images in DATA_DIR/uploads-cache, in MB; 0 for none'),
  BACKUP_TO: z
    .string()
    .regex(/^(?:s3|sftp):\/\/./, 'must look like s3://bucket/prefix or sftp://user@host/path')
    .optional()
    .describe('where backups are copied to: s3://bucket/prefix or sftp://user@host/path'),
  SFTP_KEY_FILE: z.string().optional().describe('private key for sftp:// addresses'),
  SFTP_PASSWORD: z.string().optional().describe('password for sftp:// addresses'),
  SFTP_HOST_KEY: z
    .string()
    .regex(/^SHA256:[\w+/]{43}$/, 'must look like SHA256: and 43 characters, as ssh-keygen -lf prints it')
    .optional()
    .describe('key of the SFTP server, as in SHA256:…'),
}

type StorageValues = z.output<z.ZodObject<typeof storageVariables>>

/** Refuses a bucket without its key, and public delivery without an address. */
export function requireComplete(value: StorageValues, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (value.S3_BUCKET !== undefined) {
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (value[name] === undefined) refuse(name, 'must be set with S3_BUCKET')
  }
  if (value.S3_DELIVERY === 'public' && value.S3_PUBLIC_URL === undefined)
    refuse('S3_PUBLIC_URL', 'must be set with S3_DELIVERY=public')
}

/** The bucket of the uploads; undefined if they are in a folder. */
export function uploadsBucketOf(value: StorageValues): UploadsBucket | undefined {
  if (value.S3_BUCKET === undefined) return undefined
  const by = value.S3_DELIVERY
  return {
    ...s3AccountOf(value),
    bucket: value.S3_BUCKET,
    prefix: value.S3_PREFIX ?? '',
    delivery: by === 'public' ? { by, url: value.S3_PUBLIC_URL ?? '' } : { by },
    cacheBytes: value.S3_CACHE_MB * 1e6,
  }
}

const s3AccountOf = (value: StorageValues): RemoteSettings['s3Account'] => ({
  endpoint: value.S3_ENDPOINT,
  region: value.S3_REGION,
  accessKeyId: value.S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: value.S3_SECRET_ACCESS_KEY ?? '',
  pathStyle: isPathStyle(value),
})

/** What s3:// and sftp:// addresses need beside themselves. */
export const remoteSettingsOf = (value: StorageValues): RemoteSettings => ({
  s3Account: s3AccountOf(value),
  sftp: { keyFile: value.SFTP_KEY_FILE, password: value.SFTP_PASSWORD, hostKey: value.SFTP_HOST_KEY },
})

/** Amazon finds buckets by host; most other servers find them by path. */
const isPathStyle = ({ S3_PATH_STYLE: given, S3_ENDPOINT: endpoint }: StorageValues): boolean =>
  given === undefined ? endpoint !== undefined : given === '1'
