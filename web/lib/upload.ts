import { ApiError, parseResponse, unreachable } from './api.ts'
import { inSession, type CallAnswer, type CallName } from './call.ts'

/** Uploads files with POST and reports progress from 0 to 1, which `fetch` cannot. Rejects with an `ApiError`. */
export function upload<N extends CallName & `POST ${string}`>(
  name: N,
  files: Record<string, File>,
  onProgress: (fraction: number) => void,
): Promise<CallAnswer<N>> {
  const body = new FormData()
  for (const [field, file] of Object.entries(files)) body.append(field, file)
  return inSession(() => post(name.slice('POST '.length), body, onProgress), true)
}

function post<T>(path: string, body: FormData, onProgress: (fraction: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/${path}`)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('error', () => reject(new ApiError(0, unreachable)))
    request.addEventListener('load', () => {
      try {
        resolve(parseResponse(request.status, request.response))
      } catch (error) {
        reject(error instanceof Error ? error : new ApiError(0, unreachable))
      }
    })
    request.send(body)
  })
}
