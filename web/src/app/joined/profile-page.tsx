import { AlertsSection } from '../../features/alerts/alerts-section.tsx'
import { Profile } from '../../features/identity/profile.tsx'

/** Joins the account with what its owner wants to be told of. */
export const ProfilePage = () => <Profile alerts={<AlertsSection />} />
