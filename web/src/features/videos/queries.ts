import { cuesOf } from '@ingot/endpoints/cues'
import { type OwnFilm, readFilm, readFilms } from '@ingot/endpoints/films'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

/** A film's captions or chapters; they do not change while a page is open. */
export const useCues = (file: string) =>
  useQuery({
    queryKey: ['videos', file],
    queryFn: async ({ signal }) => {
      const answer = await fetch(file, { signal })
      if (!answer.ok) throw new Error(`${file} could not be loaded`)
      return cuesOf(await answer.text())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Those that operators have added. */
export const useOwnFilms = () =>
  useQuery({ queryKey: ['films'], queryFn: async ({ signal }) => (await request(readFilms, {}, signal)).data })

export const useFilmFile = ({ id, type }: OwnFilm) =>
  useQuery({
    queryKey: ['films', id],
    queryFn: async ({ signal }) => {
      const bytes = await request(readFilm, { params: { id } }, signal)
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
