import { feature } from '../../feature.ts'
import { filmsOf } from './films.ts'
import { filmRoutes } from './routes.ts'
import { filmMoves } from './rules.ts'

/** Films of operators, beside those that the portal comes with. */
export const films = feature({
  name: 'films',
  tables: { films: 'impersonal' },
  things: [filmMoves],
  reads: ['customers'],
  routes: (deps) => filmRoutes(filmsOf(deps)),
  audits: {
    'add-film': 'Added an instructional video',
    'withdraw-film': 'Withdrew an instructional video',
  },
})
