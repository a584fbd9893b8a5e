import type { EstatePart } from '@ingot/endpoints/estate-fields'
import type { Inheritance } from '@ingot/endpoints/estates'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import { productWords } from '../../lib/holding-words.ts'
import { shareWords } from '../../lib/share-words.ts'
import { useInheritances } from '../../lib/use-inheritances.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { Amount } from '../../ui/amount.tsx'
import { FormWays, TextLink } from '../../ui/form.tsx'
import { Item, ItemFigure, ItemList, ItemNote } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './estates.module.css'

/** The holding's product in words, and where its holdings are; what is no holding stands among all movements. */
const ofProduct = ({ product, number, asset }: EstatePart) => {
  const words = product === null ? undefined : productWords[product as HoldingProduct]
  return words
    ? { title: `${words.one} ${number ?? ''}`.trim(), to: words.page }
    : { title: product ?? asset, to: '/transactions' }
}

const Part = ({ part }: { part: EstatePart }) => (
  <Row
    {...ofProduct(part)}
    note={
      part.passedAt === null ? (
        'On its way to you'
      ) : (
        <>
          Received <Moment at={part.passedAt} />
        </>
      )
    }
    figure={<Amount value={part.amount} asset={part.asset} />}
    aside={
      part.cost !== null && (
        <>
          Cost <Amount value={part.cost} asset="USD" />
        </>
      )
    }
  />
)

const One = ({ inheritance }: { inheritance: Inheritance }) => {
  const { deceased, share, asGuardianOf, linkedAt, parts, document } = inheritance
  return (
    <Item title={`From ${deceased}`} aside={<ItemFigure>{shareWords(share)}</ItemFigure>}>
      {asGuardianOf !== null && <ItemNote>You received it as guardian of {asGuardianOf}.</ItemNote>}
      {linkedAt !== null && (
        <ItemNote>
          Yours since <Moment at={linkedAt} />. If more comes in later, you receive your share of that as well.
        </ItemNote>
      )}
      {parts.length === 0 && <ItemNote>Nothing has come in so far.</ItemNote>}
      {parts.length > 0 && (
        <ul className={classes.rows}>
          {parts.map((part) => (
            <Part key={part.id} part={part} />
          ))}
        </ul>
      )}
      {document !== null && (
        <FormWays>
          <TextLink to={documentAddress(document)}>Open the signed document</TextLink>
        </FormWays>
      )}
    </Item>
  )
}

/** What a customer received from those who died, in kind and with what it had cost. */
export const InheritancesPage = () => {
  const query = useInheritances()
  return (
    <>
      <PageHeading note="What you received from people who named you. Gold comes as gold, with what it had cost them.">
        Inheritances
      </PageHeading>
      {query.data === undefined ? (
        <Unread what="inheritances" query={query} />
      ) : query.data.length === 0 ? (
        <EmptyState title="You have received nothing so far">
          If somebody has named you, we e-mail you a link when the time has come.
        </EmptyState>
      ) : (
        <ItemList>
          {query.data.map((inheritance) => (
            <One key={inheritance.id} inheritance={inheritance} />
          ))}
        </ItemList>
      )}
    </>
  )
}
