import { NewTerms } from '../../features/content/new-terms.tsx'
import { OwnEstateNotice } from '../../features/estates/own-estate-notice.tsx'

/** What stands over every page of a customer until it is settled. */
export const CustomerNotices = () => (
  <>
    <OwnEstateNotice />
    <NewTerms />
  </>
)
