import { everywhere } from '@ingot/endpoints/products'
import type { ProductState, Switched } from '@ingot/endpoints/switches'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { countryName } from '../../lib/country-names.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { Item, ItemFigure, ItemHistory, ItemList, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useSwitches } from './queries.ts'
import { CloseDialog, OpenDialog } from './switch-dialogs.tsx'

const wordOf = (isOpen: boolean) => (isOpen ? 'Open' : 'Closed')

const placeOf = (country: string) => (country === everywhere ? 'everywhere' : `in ${countryName(country)}`)

/** What was decided, where, and by whom. */
const Told = ({ switched: { country, isOpen, at, asker, approver, reason } }: { switched: Switched }) => (
  <li>
    <ItemFigure>
      {wordOf(isOpen)} {placeOf(country)}
    </ItemFigure>{' '}
    from <Moment at={at} />
    {asker !== null && (approver === null ? `, by ${asker}` : `, asked for by ${asker}, approved by ${approver}`)}: “
    {reason}”
  </li>
)

/** Where it is otherwise than everywhere else. */
const Otherwise = ({ countries, isOpen }: { countries: ProductState['countries']; isOpen: boolean }) => {
  const named = countries.filter((each) => each.isOpen === isOpen).map(({ country }) => countryName(country))
  return (
    named.length > 0 && (
      <ItemNote>
        {wordOf(isOpen)} in {named.toSorted().join(', ')}.
      </ItemNote>
    )
  )
}

const ProductItem = ({ product }: { product: ProductState }) => {
  const maySwitch = useHasRole('Owner', 'Compliance')
  const [way, setWay] = useState<'close' | 'open' | null>(null)
  const { name, title, isOpen, countries, history } = product
  const closed = [...(isOpen ? [] : [everywhere]), ...countries.flatMap((each) => (each.isOpen ? [] : [each.country]))]
  const end = () => setWay(null)
  return (
    <Item title={title} aside={<ItemFigure>{wordOf(isOpen)}</ItemFigure>}>
      <Otherwise countries={countries} isOpen={false} />
      <Otherwise countries={countries} isOpen />
      {closed.map((country) => (
        <AskedAbout key={country} thing={`${name}/${country}`} />
      ))}
      {history.length > 0 && (
        <ItemHistory>
          {history.map((switched) => (
            <Told key={`${switched.at} ${switched.country} ${switched.isOpen}`} switched={switched} />
          ))}
        </ItemHistory>
      )}
      {maySwitch && (
        <ItemWays>
          <Button variant="default" onClick={() => setWay('close')}>
            Close
          </Button>
          {closed.length > 0 && (
            <Button variant="default" onClick={() => setWay('open')}>
              Open
            </Button>
          )}
        </ItemWays>
      )}
      {way === 'close' && <CloseDialog product={product} onClose={end} />}
      {way === 'open' && <OpenDialog product={product} onClose={end} />}
    </Item>
  )
}

/** What the house offers, and where. */
export const OperatorProductsPage = () => {
  const query = useSwitches()
  return (
    <>
      <PageHeading note="By verified residence. What is closed takes nothing new; what customers have lives on and can be sold.">
        Products
      </PageHeading>
      {query.data ? (
        <ItemList>
          {query.data.map((product) => (
            <ProductItem key={product.name} product={product} />
          ))}
        </ItemList>
      ) : (
        <Unread what="products" query={query} />
      )}
    </>
  )
}
