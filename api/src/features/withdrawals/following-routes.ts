import { receiveCarrierWebhook } from '@ingot/endpoints/withdrawal-desk'
import { type Binding, bind } from '../../bind.ts'
import { type Following, receiveMessage } from './following.ts'

export const followingRoutes = (following: Following): Binding[] => [
  bind(receiveCarrierWebhook, async ({ signed, from }) => {
    await receiveMessage(following, signed, from)
    return { data: { received: true as const } }
  }),
]
