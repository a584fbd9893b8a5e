import { CallError } from './call-error.ts'

/** What nobody has under this name is an answer too. */
export const orNull = async <T>(asked: Promise<{ data: T }>): Promise<T | null> => {
  try {
    return (await asked).data
  } catch (failure) {
    if (failure instanceof CallError && failure.name === 'NotFound') return null
    throw failure
  }
}
