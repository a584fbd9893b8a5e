// Where somebody stopped, by film, on this device alone: nobody else needs to know.

const keyOf = (name: string) => `ingot-film-${name}`

/** Nearer to either end one begins anew. */
const edge = 3

export const placeIn = (name: string, seconds: number): number => {
  const kept = Number(localStorage.getItem(keyOf(name)) ?? 0)
  return kept > edge && kept < seconds - edge ? kept : 0
}

export const hasPlace = (name: string): boolean => Number(localStorage.getItem(keyOf(name)) ?? 0) > edge

export const keepPlace = (name: string, at: number): void => localStorage.setItem(keyOf(name), String(Math.floor(at)))

export const forgetPlace = (name: string): void => localStorage.removeItem(keyOf(name))
