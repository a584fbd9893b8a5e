/** An answer that says no to the caller, with the status and the words to say it. */
export class RequestRefused extends Error {
  readonly statusCode: number

  constructor(statusCode: number, name: string, message: string) {
    super(message)
    this.name = name
    this.statusCode = statusCode
  }
}

export const badRequest = (message: string): RequestRefused => new RequestRefused(400, 'BadRequest', message)

export const notFound = (message: string): RequestRefused => new RequestRefused(404, 'NotFound', message)
