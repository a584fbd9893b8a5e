import { acceptedOf, addressOf, type HttpAnswer, HttpError, type HttpRequest, readJson, xsrfOf } from './http.ts'

const headersOf = (address: string, headers: HttpRequest['headers']) =>
  Object.entries({ ...xsrfOf(address), ...headers })

/**
 * The same way to the server for a form with a file, and how much of it has left: between 0 and 1. Fetch does not say that in
 * any browser, so this is the older kind of request.
 */
export const sendWithProgress =
  (onProgress: (share: number) => void) =>
  async ({ method, path, query, body, headers, signal }: HttpRequest): Promise<HttpAnswer> => {
    const address = addressOf(path, query)
    const asked = new XMLHttpRequest()
    const cancel = () => asked.abort()
    try {
      const answer = await new Promise<HttpAnswer>((resolve, reject) => {
        const fail = (code: HttpError['code'], message: string) => () => reject(new HttpError(code, message))
        const canceled = fail('ERR_CANCELED', 'canceled')
        if (signal?.aborted) return canceled()
        signal?.addEventListener('abort', cancel)
        asked.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
        asked.onload = () => resolve({ status: asked.status, data: readJson(asked.responseText) })
        asked.onerror = fail('ERR_NETWORK', 'Network Error')
        asked.onabort = canceled
        asked.open(method, address)
        for (const [name, value] of headersOf(address, headers)) asked.setRequestHeader(name, value)
        asked.send(body as FormData)
      })
      return acceptedOf(answer)
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
