import { AlertsSection } from '../../features/alerts/alerts-section.tsx'
import { ConsultantSection } from '../../features/consultants/consultant-section.tsx'
import { Profile } from '../../features/identity/profile.tsx'

/** Joins the account with what its owner wants to be told of, and with what others see of him. */
export const ProfilePage = () => <Profile alerts={<AlertsSection />} consultant={<ConsultantSection />} />
