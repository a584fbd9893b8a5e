// index.html reads the same name before the first paint.
const storedName = 'accessToken'

// Reading throws where the browser blocks storage; such a visitor is simply not signed in.
export const readAccessToken = (): string | null => {
  try {
    return localStorage.getItem(storedName)
  } catch {
    return null
  }
}

export const storeAccessToken = (token: string): void => localStorage.setItem(storedName, token)

export const removeAccessToken = (): void => {
  try {
    localStorage.removeItem(storedName)
  } catch {
    // Nothing can have been stored.
  }
}
