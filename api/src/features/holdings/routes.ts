import * as calls from '@ingot/endpoints/holdings'
import { type Binding, bind, bindAtOnce } from '../../bind.ts'
import { quoteDeal, reserveDeal } from '../../deals/deals.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { convert, convertDeal } from './convert.ts'
import { holdingList, readHolding, readHoldingPositions, readHoldingRules, readTermination } from './history.ts'
import type { Holdings } from './holdings.ts'
import { purchase, purchaseDeal, quotePurchase } from './purchase.ts'
import { quoteTermination, terminate, terminateOne, terminationDeal } from './terminate.ts'

const dealing = (holdings: Holdings): Binding[] => [
  bindAtOnce(calls.quotePurchase, async ({ person, body, standing }) => ({
    data: await quotePurchase(holdings, person, body, standing),
  })),
  bind(calls.reservePurchase, async ({ person, params }) => ({
    data: await reserveDeal(holdings, purchaseDeal(holdings), person, params.id),
  })),
  bindAtOnce(calls.purchase, ({ person, body, operation, useGrants }) =>
    purchase(holdings, { customer: person, operation, useGrants }, body),
  ),
  bindAtOnce(calls.quoteConvert, async ({ person, body, standing }) => ({
    data: await quoteDeal(holdings, convertDeal(holdings), person, body, standing()),
  })),
  bind(calls.reserveConvert, async ({ person, params }) => ({
    data: await reserveDeal(holdings, convertDeal(holdings), person, params.id),
  })),
  // Without a quote the price is looked at first, and a holding that is named: a retry after a lost answer may find neither.
  bind(calls.convert, ({ person, body, operation, useGrants }) =>
    convert(holdings, { customer: person, operation, useGrants }, body),
  ),
  bindAtOnce(calls.quoteTermination, async ({ person, body, standing }) => ({
    data: await quoteTermination(holdings, person, body, standing),
  })),
  bind(calls.reserveTermination, async ({ person, params }) => ({
    data: await reserveDeal(holdings, terminationDeal(holdings), person, params.id),
  })),
  bindAtOnce(calls.terminate, ({ person, body, operation, useGrants }) =>
    terminate(holdings, { customer: person, operation, useGrants }, body),
  ),
  bind(calls.partialTerminate, ({ person, params, body, operation, useGrants }) =>
    terminateOne(holdings, { customer: person, operation, useGrants }, ['GAE', 'GAEX', 'GDS'], {
      ...body,
      holding: params.id,
    }),
  ),
  bind(calls.requestGcaTerminate, ({ person, body: { trId, partialAmount, ...body }, operation, useGrants }) =>
    terminateOne(holdings, { customer: person, operation, useGrants }, ['GCA'], {
      ...body,
      holding: trId,
      units: partialAmount,
    }),
  ),
]

export const holdingRoutes = (holdings: Holdings): Binding[] => [
  ...dealing(holdings),
  bind(calls.readHoldingRules, async () => ({ data: await readHoldingRules(holdings) })),
  bind(calls.readHoldingPositions, async ({ person }) => ({ data: await readHoldingPositions(holdings, person.id) })),
  bind(calls.listHoldings, ({ person, query }) => pageOf(holdingList(holdings, person.id), query)),
  bind(calls.downloadHoldings, async ({ person, query }) => fileOf(holdingList(holdings, person.id), query)),
  bind(calls.readHolding, async ({ person, params }) => ({ data: await readHolding(holdings, person.id, params.id) })),
  bind(calls.readTermination, async ({ person, params }) => ({
    data: await readTermination(holdings, person.id, params.id),
  })),
]
