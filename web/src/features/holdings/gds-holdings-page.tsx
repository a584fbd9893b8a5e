import { Button } from '@mantine/core'
import { TextLink } from '../../ui/form.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ProductView } from './product-view.tsx'

/** Gold bought in groups: what there is of it, each purchase, and what moved. */
export const GdsHoldingsPage = () => (
  <ProductView
    product="GDS"
    ways={
      <>
        <Button component={PageLink} to="/GDS">
          Your groups
        </Button>
        <TextLink to="/termination?product=GDS">End gold</TextLink>
      </>
    }
    empty={
      <EmptyState
        title="No GDS yet"
        action={
          <Button component={PageLink} to="/GDS" variant="default">
            Your groups
          </Button>
        }
      >
        What you buy in a group is listed here, each purchase with its note and what became of it.
      </EmptyState>
    }
  />
)
