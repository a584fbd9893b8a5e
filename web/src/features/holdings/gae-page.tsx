import { Button } from '@mantine/core'
import { TextLink } from '../../ui/form.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ProductView } from './product-view.tsx'

/** Gold saved in GAE: what there is of it, each booking, and what moved. */
export const GaePage = () => (
  <ProductView
    product="GAE"
    ways={
      <>
        <Button component={PageLink} to="/purchase-gae">
          Save in GAE
        </Button>
        <TextLink to="/transactions-gaex">GAE Extra</TextLink>
        <TextLink to="/plans?product=GAE">Plans</TextLink>
        <TextLink to="/termination?product=GAE">End gold</TextLink>
        <TextLink to="/GAE/Account-Statement">Statement</TextLink>
      </>
    }
    empty={
      <EmptyState
        title="No GAE yet"
        action={
          <Button component={PageLink} to="/purchase-gae" variant="default">
            Save in GAE
          </Button>
        }
      >
        Save in dollars or grams: each booking is listed here, with its note and what became of it.
      </EmptyState>
    }
  />
)
