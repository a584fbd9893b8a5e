import { PageHeading } from '../../ui/page-heading.tsx'
import { SampleCard } from './sample-card.tsx'

export const SampleCardPage = () => (
  <>
    <PageHeading note="Fixed demo figures: nobody’s holding, and not today’s price.">Sample card</PageHeading>
    <SampleCard />
  </>
)
