import { countryCodes } from '@ingot/endpoints/countries'
import {
  beginsOpen,
  type ClosedReason,
  everywhere,
  type ProductName,
  productNames,
  products,
} from '@ingot/endpoints/products'

/** The last that was said of a product and a country, or of everywhere. A later one has a higher number. */
export type Switch = { id: bigint; product: string; country: string; isOpen: boolean }

export type State = ReturnType<typeof stateOf>

/**
 * How a product stands. A country that was closed stays closed until it is opened itself, whatever is opened everywhere. To
 * close everywhere closes every country, also those that were opened before; one that is opened after that is open.
 */
export const stateOf = (switches: readonly Switch[], product: ProductName, isProduction: boolean) => {
  const said = switches.filter((each) => each.product === product)
  const general = said.find(({ country }) => country === everywhere) ?? {
    id: 0n,
    isOpen: beginsOpen(products[product], isProduction),
  }
  const countries = said.filter(({ country }) => country !== everywhere)
  const closed = countries.filter(({ isOpen }) => !isOpen).map(({ country }) => country)
  const opened = general.isOpen
    ? []
    : countries.filter(({ isOpen, id }) => isOpen && id > general.id).map(({ country }) => country)
  return { isOpen: general.isOpen, closed, opened }
}

/** Why it is closed to somebody who lives there; undefined while it is open. Who lives nobody knows where may live where it is closed. */
export const closedTo = ({ isOpen, closed, opened }: State, residence: string | null): ClosedReason | undefined => {
  if (residence !== null && closed.includes(residence)) return 'country'
  if (residence !== null && opened.includes(residence)) return undefined
  if (!isOpen) return 'everywhere'
  return residence === null && closed.length > 0 ? 'unknown-country' : undefined
}

/** Why there is nothing to close, or to open; undefined where there is. */
export const alreadySo = ({ isOpen, closed, opened }: State, country: string, opens: boolean): string | undefined => {
  const isEverywhere = country === everywhere
  if (opens)
    return (isEverywhere ? isOpen : opened.includes(country) || (isOpen && !closed.includes(country)))
      ? 'This is open already.'
      : undefined
  return (isEverywhere ? !isOpen && opened.length === 0 : closed.includes(country))
    ? 'This is closed already.'
    : undefined
}

const regions = new Intl.DisplayNames(['en'], { type: 'region' })

/** A country by its name, as operators read it. */
export const placeOf = (country: string): string =>
  country === everywhere ? 'everywhere' : (regions.of(country) ?? country)

/** What an approval names: a product and where. */
export const thingOf = (product: ProductName, country: string) => `${product}/${country}`

/** The same read back; undefined for what is no product or no country. */
export const readThing = (thing: string): { product: ProductName; country: string } | undefined => {
  const [named, country = ''] = thing.split('/')
  const product = productNames.find((each) => each === named)
  const isPlace = country === everywhere || countryCodes.includes(country)
  return product && isPlace && thing === thingOf(product, country) ? { product, country } : undefined
}
