import axios from 'axios'
import { settings } from './settings.ts'

/** The one HTTP client. Its errors keep axios's own codes: ERR_NETWORK, ECONNABORTED, ERR_CANCELED, ERR_BAD_… */
export const http = axios.create({
  baseURL: settings.apiBase,
  headers: { 'Content-Type': 'application/json' },
  // Moving money may take long; giving up early would only hide the answer.
  timeout: 0,
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
})
