import { feature } from '../../feature.ts'
import { groupCertificate } from './certificates.ts'
import { holdingFigures } from './figures.ts'
import { holdingsOf } from './holdings.ts'
import { bookingNote, terminationNote } from './notes.ts'
import { holdingRoutes } from './routes.ts'
import { holdingMoves } from './rules.ts'

const booked = { kept: 'what was booked and ended, which the books name; the id names nobody any more' }

/** Gold that is saved under a contract: GAE, GAE Extra, Gold Convert, and GDS that is bought in groups. */
export const holdings = feature({
  name: 'holdings',
  tables: {
    holdings: {
      exported: {
        as: 'holdings',
        columns: `number, product, booked_at, price, units, booking_units, cost_units, paid_asset, paid_units, fee_units,
          available_units, terminated_units, paid_out_units, realised_units, state`,
        order: 'number',
      },
      erased: booked,
    },
    terminations: {
      exported: {
        as: 'terminations',
        columns: 'product, units, currency, gross_units, fee_units, receive_units, value_units, cost_units, price, at',
        order: 'at',
      },
      erased: booked,
    },
    termination_parts: 'impersonal',
    holding_departures: {
      exported: { as: 'goldThatLeftHoldings', columns: 'product, kind, units, cost_units, at', order: 'id' },
      erased: booked,
    },
    holding_positions: {
      exported: {
        as: 'positionsOfHoldings',
        columns: 'product, holdings, open_units, cost_units, paid_out_units, realised_units',
        order: 'product',
      },
      erased: booked,
    },
  },
  things: [holdingMoves],
  reads: ['card_payments', 'deal_quotes', 'documents', 'ledger_movements'],
  documents: [bookingNote, terminationNote, groupCertificate],
  routes: (deps) => holdingRoutes(holdingsOf(deps)),
  figures: holdingFigures,
})
