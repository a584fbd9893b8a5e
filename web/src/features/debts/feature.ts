import { debtMovements } from '@ingot/endpoints/movement-words'
import type { Feature } from '../../lib/feature.ts'

export const debts: Feature = { name: 'debts', routes: [], movements: debtMovements, resumes: ['settleDebt'] }
