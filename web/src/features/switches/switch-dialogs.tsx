import { everywhere } from '@ingot/endpoints/products'
import type { ProductState } from '@ingot/endpoints/switches'
import { NativeSelect } from '@mantine/core'
import * as z from 'zod/mini'
import { type Choice, countries } from '../../lib/country-names.ts'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import { useCloseProduct } from './queries.ts'

type Props = { product: ProductState; onClose: () => void }

const all: Choice = { value: everywhere, label: 'Everywhere' }

/** Where something can be closed, or opened: no place is offered where it is so already. */
const placesFor = ({ isOpen, countries: said }: ProductState, opens: boolean): Choice[] => {
  const isSaid = (country: string, wanted: boolean) =>
    said.some((each) => each.country === country && each.isOpen === wanted)
  if (opens && isOpen) return countries.filter(({ value }) => isSaid(value, false))
  const isLeft = isOpen || opens || said.some((each) => each.isOpen)
  return [...(isLeft ? [all] : []), ...countries.filter(({ value }) => !isSaid(value, opens))]
}

/** Nothing is chosen beforehand: what is closed by mistake takes two to open. */
const unchosen: Choice = { value: '', label: 'Choose a country, or everywhere' }

const whereOf = (places: readonly Choice[]) => ({
  shape: { country: z.string().check(z.minLength(1, 'Please choose where.')) },
  initialValues: { country: '' },
  fields: (field: (name: string) => object) => (
    <NativeSelect label="Where" size="md" data={[unchosen, ...places]} {...field('country')} />
  ),
})

export const CloseDialog = ({ product, onClose }: Props) => {
  const close = useCloseProduct()
  return (
    <DecisionDialog
      title={`Close: ${product.title}`}
      button="Close product"
      takesProof
      more={whereOf(placesFor(product, false))}
      send={(decided) => close.mutateAsync({ product: product.name, ...decided })}
      onClose={onClose}
    >
      <FormText>
        Nothing new from then on, for those whose verified residence is there. What they have stays theirs, and they can
        sell it.
      </FormText>
      <FormText isQuiet>You do this alone, so every other operator is told. To open it again takes two.</FormText>
    </DecisionDialog>
  )
}

export const OpenDialog = ({ product, onClose }: Props) => (
  <AskApprovalDialog
    title={`Open: ${product.title}`}
    action="open-product"
    thing={({ country }) => `${product.name}/${country}`}
    more={whereOf(placesFor(product, true))}
    onClose={onClose}
  >
    <FormText isQuiet>
      This takes a second operator. Opened everywhere, it stays closed in the countries that were closed by themselves.
    </FormText>
  </AskApprovalDialog>
)
