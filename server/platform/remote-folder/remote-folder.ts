/** A folder of files elsewhere. Paths have slashes and begin without one. Every call throws a `StartError` or rejects in time. */
export interface RemoteFolder {
  /** For sentences, without passwords. */
  label: string
  /** All finished files, also in folders below. A missing folder has none. */
  list(): AsyncIterable<RemoteFile>
  /** Copies a file of this machine there. Readers never see half a file. */
  put(path: string, from: string): Promise<void>
  /** Copies a file to this machine. Returns false if there is none. */
  get(path: string, to: string): Promise<boolean>
  remove(path: string): Promise<void>
  close(): void
}

export interface RemoteFile {
  path: string
  bytes: number
}

export interface SftpSettings {
  /** The path of a private key. */
  keyFile: string | undefined
  password: string | undefined
  /** "SHA256:…", as `ssh-keygen -lf` prints it. */
  hostKey: string | undefined
}
