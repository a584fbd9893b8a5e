import type { PersonalText } from '@ingot/endpoints/kyc-fields'
import { amountWords } from '../../lib/amount-words.ts'
import { formatSharedDay } from '../../lib/local-format.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import classes from './personal.module.css'
import { type PersonalField, personalSections } from './personal-sections.ts'

const textOf = (field: PersonalField, value: string, { currency = '' }: PersonalText): string => {
  if (field.kind === 'date') return formatSharedDay(new Date(`${value}T00:00:00Z`))
  if (field.kind === 'amount') return amountWords({ asset: currency, amount: value })
  if ('choices' in field) return field.choices.find((choice) => choice.value === value)?.label ?? value
  return value
}

/** What was handed in, to be read only. */
export const PersonalSummary = ({ fields }: { fields: PersonalText }) =>
  personalSections.map((section) => (
    <Card as="section" key={section.title} className={classes.section}>
      <h3 className={classes.sectionTitle}>{section.title}</h3>
      <Facts>
        {section.fields.map((field) => {
          const value = fields[field.name]
          return (
            value && (
              <Fact key={field.name} name={field.label}>
                {textOf(field, value, fields)}
              </Fact>
            )
          )
        })}
      </Facts>
    </Card>
  ))
