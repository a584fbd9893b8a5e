import { PageHeading } from '../../ui/page-heading.tsx'
import { SampleCard } from './sample-card.tsx'

export const SampleCardPage = () => (
  <>
    <PageHeading note="Fixed demo figures. They are nobody’s holding and not today’s price.">Sample card</PageHeading>
    <SampleCard />
  </>
)
