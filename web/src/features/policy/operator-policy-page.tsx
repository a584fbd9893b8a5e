import { type ReactNode, useId } from 'react'
import { Item, ItemFigure, ItemList, ItemNote } from '../../ui/item.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './policy.module.css'
import { NumberItem } from './policy-number.tsx'
import { type Fixed, usePolicy } from './queries.ts'

const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ItemList>{children}</ItemList>
    </section>
  )
}

const FixedItem = ({ fixed: { name, value, why } }: { fixed: Fixed }) => (
  <Item heading="h3" title={name} aside={<ItemFigure>{value}</ItemFigure>}>
    <ItemNote>{why}</ItemNote>
  </Item>
)

/** The numbers that two operators may change, and what nobody can change while it runs. */
export const OperatorPolicyPage = () => {
  const query = usePolicy()
  const { data: policy } = query
  return (
    <>
      <PageHeading note="A change takes two operators. What was quoted before stays as it was quoted.">
        Policy
      </PageHeading>
      {policy ? (
        <>
          <Section title="Numbers">
            {policy.numbers.map((number) => (
              <NumberItem key={number.name} number={number} />
            ))}
          </Section>
          {policy.fixed.length > 0 && (
            <Section title="Fixed while the service runs">
              {policy.fixed.map((fixed) => (
                <FixedItem key={fixed.name} fixed={fixed} />
              ))}
            </Section>
          )}
        </>
      ) : (
        <Unread what="policy" query={query} />
      )}
    </>
  )
}
