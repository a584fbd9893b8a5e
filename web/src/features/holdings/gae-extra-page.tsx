import { Button } from '@mantine/core'
import { TextLink } from '../../ui/form.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ProductView } from './product-view.tsx'

/** Top-ups beside a GAE: what there is of them, each booking, and what moved. */
export const GaeExtraPage = () => (
  <ProductView
    product="GAEX"
    ways={
      <>
        <Button component={PageLink} to="/purchase-gae-extra">
          Add to your GAE
        </Button>
        <TextLink to="/transactions-gae">GAE</TextLink>
        <TextLink to="/termination?product=GAEX">End gold</TextLink>
        <TextLink to="/GAE/Account-Statement">Statement</TextLink>
      </>
    }
    empty={
      <EmptyState
        title="No GAE Extra yet"
        action={
          <Button component={PageLink} to="/purchase-gae-extra" variant="default">
            Add to your GAE
          </Button>
        }
      >
        Top-ups of an open GAE are listed here, each with its note.
      </EmptyState>
    }
  />
)
