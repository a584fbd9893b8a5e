import type { IssuedDocument } from '@ingot/endpoints/documents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

/** Where one of the customer's own documents is opened. */
export const documentAddress = (id: string): string => `/pdf?document=${id}`

/** Has a document made, and opens it. */
export const useMaking = <Body>(make: (body: Body) => Promise<{ data: IssuedDocument }>) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: make,
    onSuccess: async ({ data }) => {
      void client.invalidateQueries({ queryKey: ['documents'] })
      await navigate(documentAddress(data.id), { viewTransition: true })
    },
  })
}
