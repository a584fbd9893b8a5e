import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  type ConvertQuote,
  convertQuote,
  type HoldingProduct,
  type PurchaseQuote,
  purchaseQuote,
} from '@ingot/endpoints/holding-fields'
import {
  downloadHoldings,
  listHoldings,
  quoteConvert,
  quotePurchase,
  readHolding,
  readHoldingPositions,
  readHoldingRules,
  reserveConvert,
  reservePurchase,
} from '@ingot/endpoints/holdings'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import type { PurchaseTerms } from '../../lib/purchase-form.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'
import type { Quoting } from '../../lib/use-quote.ts'

export type PurchasedProduct = BodyOf<typeof quotePurchase>['product']
export type ConvertWanted = BodyOf<typeof quoteConvert>

const movedPurchase = z.object({ quote: purchaseQuote })
const movedConvert = z.object({ quote: convertQuote })

export const purchaseQuoting = (product: PurchasedProduct): Quoting<PurchaseTerms, PurchaseQuote> => ({
  name: `purchase of ${product}`,
  make: async (terms, signal) => (await request(quotePurchase, { body: { product, ...terms } }, signal)).data,
  reserve: async (id) => (await request(reservePurchase, { params: { id } })).data,
  movedTo: (details) => movedPurchase.safeParse(details).data?.quote,
})

export const convertQuoting: Quoting<ConvertWanted, ConvertQuote> = {
  name: 'convert',
  make: async (wanted, signal) => (await request(quoteConvert, { body: wanted }, signal)).data,
  reserve: async (id) => (await request(reserveConvert, { params: { id } })).data,
  movedTo: (details) => movedConvert.safeParse(details).data?.quote,
}

const positions = queryOptions({
  queryKey: ['holdings', 'positions'],
  queryFn: async ({ signal }) => (await request(readHoldingPositions, {}, signal)).data,
  refetchOnWindowFocus: true,
})

/** What the customer has of each product. */
export const useHoldingPositions = () => useQuery(positions)

/** The same of one of them. */
export const useHoldingPosition = (product: HoldingProduct) =>
  useQuery({ ...positions, select: (all) => all.find((position) => position.product === product) })

/** The least and the most, and what it costs. They seldom change, and every quote is measured by those of the moment. */
export const useHoldingRules = () =>
  useQuery({
    queryKey: ['holdings', 'rules'],
    queryFn: async ({ signal }) => (await request(readHoldingRules, {}, signal)).data,
  }).data

export type HoldingFilter = FilterOf<typeof listHoldings>

export const useHoldings = (filter: HoldingFilter) => useList(listHoldings, { key: ['holdings', 'list'], filter })

export const useDownloadHoldings = () => useDownload(downloadHoldings, 'holdings.csv')

/** One holding with all that became of it; null when the customer has none at this address. Nothing is asked without one. */
export const useHolding = (id: string | undefined) =>
  useQuery({
    queryKey: ['holdings', 'one', id],
    queryFn: id === undefined ? skipToken : ({ signal }) => orNull(request(readHolding, { params: { id } }, signal)),
  })
