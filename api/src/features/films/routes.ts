import * as calls from '@ingot/endpoints/films'
import { type Binding, bind } from '../../bind.ts'
import type { Films } from './films.ts'
import { addFilm, listFilms, readFilm, readFilms, readPoster, withdrawFilm } from './service.ts'

export const filmRoutes = (films: Films): Binding[] => [
  bind(calls.readFilms, async () => ({ data: await readFilms(films) })),
  bind(calls.readFilm, ({ person, from, params }) => readFilm(films, { person, from }, params.id)),
  bind(calls.readFilmPoster, ({ params }) => readPoster(films, params.name)),
  bind(calls.listFilms, async () => ({ data: await listFilms(films) })),
  bind(calls.addFilm, async ({ person, from, body }) => ({ data: await addFilm(films, { person, from }, body) })),
  bind(calls.withdrawFilm, async ({ person, from, params, body }) => ({
    data: await withdrawFilm(films, { person, from }, params.id, body),
  })),
]
