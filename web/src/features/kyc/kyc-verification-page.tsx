import { PageHeading } from '../../ui/page-heading.tsx'
import { Verification } from './verification.tsx'
import classes from './way-to-verified.module.css'

export const KycVerificationPage = () => (
  <div className={classes.page}>
    <PageHeading note="Your documents are checked by our verification provider.">Identity verification</PageHeading>
    <Verification />
  </div>
)
