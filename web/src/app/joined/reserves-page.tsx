import { OwnProof } from '../../features/proofs/own-proof.tsx'
import { Snapshots } from '../../features/proofs/snapshots.tsx'
import { Reserves } from '../../features/reserves/reserves.tsx'

/** The gold, what is owed in it, and what everybody can check of both. */
export const ReservesPage = () => <Reserves own={<OwnProof />} snapshots={<Snapshots />} />
