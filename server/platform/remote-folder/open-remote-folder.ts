import { StartError } from '#server/start-error.ts'
import type { S3Bucket } from '../storage/s3-client.ts'
import type { RemoteFolder, SftpSettings } from './remote-folder.ts'
import { openS3Folder } from './s3-folder.ts'

/** What addresses need beside themselves. */
export interface RemoteSettings {
  /** For addresses of buckets without a key of their own. */
  s3Account: Omit<S3Bucket, 'bucket'>
  sftp: SftpSettings
}

/** Whether this is the address of a remote folder rather than a path. */
export const isRemote = (place: string): boolean => /^(?:s3|sftp):\/\//.test(place)

/**
 * Opens `s3://bucket/prefix` or `sftp://user@host:port/path`. A bucket elsewhere than the uploads is
 * `s3://key:secret@bucket/prefix?endpoint=https://…&region=…`. Throws a `StartError` for any other address.
 */
export async function openRemoteFolder(address: string, settings: RemoteSettings): Promise<RemoteFolder> {
  const url = URL.parse(address)
  if (url?.protocol === 's3:' && url.hostname) return openS3Folder(url, settings.s3Account)
  if (url?.protocol === 'sftp:' && url.hostname && url.username) {
    // Loaded only by those who use it.
    const { openSftpFolder } = await import('./sftp-folder.ts')
    return openSftpFolder(url, settings.sftp)
  }
  throw new StartError(
    'An address must look like s3://bucket/prefix or sftp://user@backup.example.com/backups.',
  )
}
