import { PageHeading } from '../../ui/page-heading.tsx'
import { Verification } from './verification.tsx'

export const KycVerificationPage = () => (
  <>
    <PageHeading note="Your documents are checked by our verification provider.">Identity verification</PageHeading>
    <Verification />
  </>
)
