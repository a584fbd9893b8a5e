import { addressOf } from './http.ts'

/** Where the picture of a film is asked for that was added to those of the portal. */
export const posterOf = (name: string): string => addressOf(`/films/posters/${name}`)
