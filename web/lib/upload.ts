import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, inSession, parseResponse, unreachable } from './api.ts'

/** Uploads files with POST and reports progress from 0 to 1, which `fetch` cannot. Rejects with an `ApiError`. */
export function upload<E extends Endpoint>(
  path: E['path'],
  files: Record<string, File>,
  onProgress: (fraction: number) => void,
): Promise<z.output<E['answer']> & { message: string }> {
  const body = new FormData()
  for (const [name, file] of Object.entries(files)) body.append(name, file)
  return inSession(() => post(path, body, onProgress), true)
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
