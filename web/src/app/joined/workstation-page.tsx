import { Workstation } from '../../features/affiliates/workstation.tsx'
import { InviteByMail } from '../../features/invitations/invite-by-mail.tsx'

/** Joins the network below a customer with the ways to invite others into it. */
export const WorkstationPage = () => <Workstation invitations={<InviteByMail />} />
