import { Failure } from './failure.ts'

/** Does costly work one after the other. Who finds too many waiting is told to come again. */
export const createOneByOne = (mostWaiting: number) => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= mostWaiting) return Promise.reject(new Failure('Unavailable'))
    waiting += 1
    const done = last.then(work).finally(() => {
      waiting -= 1
    })
    last = done.catch(() => undefined)
    return done
  }
}
