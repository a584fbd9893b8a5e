import { PageHeading } from '../../ui/page-heading.tsx'
import { SampleCard } from './sample-card.tsx'
import classes from './sample-card-page.module.css'

export const SampleCardPage = () => (
  <div className={classes.page}>
    <PageHeading note="Fixed demo figures. They are nobody’s holding and not today’s price.">Sample card</PageHeading>
    <SampleCard />
  </div>
)
