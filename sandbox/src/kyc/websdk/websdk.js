// The page in the portal's frame. It speaks the frame's side of the protocol of @sumsub/websdk: says that it is ready, is
// given a token, tells what happens, and asks for another token when this one has expired.

const content = document.getElementById('content')
const sessionId = crypto.randomUUID()
/** As it stands in the address: decoding it would turn a plus into a space. */
const frameId = /[?&]_=([^&]*)/.exec(location.search)?.[1] ?? ''
const host = document.referrer ? new URL(document.referrer).origin : '*'
const statusPauseMs = 2_000
const captureQuality = 0.9

const oneSided = ['PASSPORT']
const documentTypes = [
  ['PASSPORT', 'Passport'],
  ['ID_CARD', 'Identity card'],
  ['DRIVERS', 'Driving licence'],
  ['RESIDENCE_PERMIT', 'Residence permit'],
]
const sideWords = { FRONT_SIDE: 'front', BACK_SIDE: 'back' }

let accessToken = ''
let tokenArrives = () => undefined
let shownStatus = ''

const tell = (method, payload = {}) =>
  window.parent.postMessage({ method: `idCheck.${method}`, frameId, sessionId, ...payload }, host)

new ResizeObserver(() =>
  tell('onResize', { height: Math.ceil(document.documentElement.getBoundingClientRect().height) }),
).observe(document.body)

/** An element with its properties and children. */
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

const show = (...parts) => {
  content.replaceChildren(...parts)
  content.querySelector('h1')?.focus()
}

const heading = (text) => make('h1', { textContent: text, tabIndex: -1 })
const words = (text, className = 'quiet') => make('p', { textContent: text, className })
const problem = (text) => make('p', { textContent: text, className: 'problem', role: 'alert' })

/** Asks the portal for a fresh token, as the real page does. */
const renewToken = () =>
  new Promise((resolve, reject) => {
    tokenArrives = (token, error) => (token ? resolve(token) : reject(new Error(error ?? 'There is no new token')))
    tell('onError', { code: 'invalid-token', error: 'The access token has expired' })
  })

const call = async (method, path, body, again = true) => {
  const answer = await fetch(`/api/websdk${path}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, ...(body && { 'content-type': body.type }) },
    ...(body && { body }),
  })
  const reply = await answer.json()
  if (answer.status === 401 && again) {
    accessToken = await renewToken()
    return call(method, path, body, false)
  }
  if (!answer.ok) throw new Error(reply.error.message)
  return reply.data
}

/** A picture from the camera or a file; the caller gets it once the person has chosen one. */
const askForPicture = (title, note, facing) =>
  new Promise((resolve) => {
    const file = make('input', { type: 'file', accept: 'image/jpeg,image/png,image/webp,application/pdf' })
    const message = words(note)
    const camera = make('button', { type: 'button', textContent: 'Use the camera' })
    file.addEventListener('change', () => file.files[0] && resolve(file.files[0]))
    camera.addEventListener('click', async () => {
      try {
        resolve(await takePicture(title, facing))
      } catch {
        message.textContent = 'The camera cannot be used here. Please choose a file.'
        show(heading(title), message, make('label', {}, 'Choose a file', file))
      }
    })
    show(
      heading(title),
      message,
      make('label', {}, 'Choose a file', file),
      make('div', { className: 'actions' }, camera),
    )
  })

const takePicture = async (title, facingMode) => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode } })
  const video = make('video', { autoplay: true, playsInline: true, muted: true, srcObject: stream })
  const capture = make('button', { type: 'button', className: 'primary', textContent: 'Take the picture' })
  show(heading(title), video, make('div', { className: 'actions' }, capture))
  await new Promise((resolve) => capture.addEventListener('click', resolve, { once: true }))
  const canvas = make('canvas', { width: video.videoWidth, height: video.videoHeight })
  canvas.getContext('2d').drawImage(video, 0, 0)
  for (const track of stream.getTracks()) track.stop()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', captureQuality))
}

const upload = async (picture, query) => {
  show(words('Uploading…'))
  return call('POST', `/documents?${new URLSearchParams(query)}`, picture)
}

const chooseDocument = () =>
  new Promise((resolve) => {
    const type = make(
      'select',
      { id: 'type' },
      ...documentTypes.map(([value, text]) => make('option', { value, textContent: text })),
    )
    const country = make('input', {
      id: 'country',
      value: 'GBR',
      maxLength: 3,
      pattern: '[A-Z]{3}',
      autocomplete: 'off',
    })
    const go = make('button', { type: 'submit', className: 'primary', textContent: 'Continue' })
    const form = make(
      'form',
      {},
      make('label', {}, 'Kind of document', type),
      make('label', {}, 'Issued by (three letters)', country),
      make('div', { className: 'actions' }, go),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      resolve({ type: type.value, country: country.value.toUpperCase() })
    })
    show(heading('Your document'), form)
  })

const identityStep = async () => {
  tell('onStepInitiated', { idDocSetType: 'IDENTITY', types: documentTypes.map(([value]) => value) })
  const { type, country } = await chooseDocument()
  const sides = oneSided.includes(type) ? ['FRONT_SIDE'] : ['FRONT_SIDE', 'BACK_SIDE']
  for (const side of sides) {
    const title = `The ${sideWords[side]} of your document`
    await upload(await askForPicture(title, 'All four corners, in colour, without glare.', 'environment'), {
      type,
      side,
      country,
    })
  }
  tell('onStepCompleted', { idDocSetType: 'IDENTITY' })
}

const selfieStep = async () => {
  tell('onStepInitiated', { idDocSetType: 'SELFIE', types: ['SELFIE'] })
  await upload(await askForPicture('A picture of your face', 'Look straight into the camera.', 'user'), {
    type: 'SELFIE',
  })
  tell('onStepCompleted', { idDocSetType: 'SELFIE' })
}

const steps = { IDENTITY: identityStep, SELFIE: selfieStep }

/** Tells the portal what changed; false when nothing did. */
const announce = ({ reviewStatus, reviewResult }) => {
  const status = JSON.stringify([reviewStatus, reviewResult])
  if (status === shownStatus) return false
  shownStatus = status
  tell('onApplicantStatusChanged', { reviewStatus, ...(reviewResult && { reviewResult }) })
  return true
}

const showState = ({ reviewStatus, reviewResult }) => {
  if (reviewStatus === 'pending')
    return show(heading('We are checking'), words('This takes a moment. You may leave this page.'))
  if (reviewResult.reviewAnswer === 'GREEN') {
    tell('onApplicantVerificationCompleted', { reviewResult })
    return show(heading('Your identity was verified'), words('You can go on in the portal.'))
  }
  show(heading('The check was declined'), words(reviewResult.moderationComment ?? 'Please contact support.'))
}

/** Shows how far it is until there is something to do again. */
const waitForResult = async (view) => {
  let current = view
  for (; current.isClosed; current = await call('GET', '/applicant')) {
    if (announce(current)) showState(current)
    await new Promise((resolve) => setTimeout(resolve, statusPauseMs))
  }
  return current
}

const askToTryAgain = ({ reviewResult }) =>
  new Promise((resolve) => {
    const again = make('button', { type: 'button', className: 'primary', textContent: 'Try again' })
    again.addEventListener('click', resolve)
    const why = reviewResult.moderationComment ?? 'The documents could not be accepted.'
    show(heading('Please try again'), problem(why), make('div', { className: 'actions' }, again))
  })

const run = async () => {
  let view = await call('GET', '/applicant')
  tell('onApplicantLoaded', { applicantId: view.applicantId })
  for (let attempt = 0; ; attempt++) {
    view = await waitForResult(view)
    announce(view)
    if (view.reviewResult) await askToTryAgain(view)
    for (const step of view.missing) await steps[step]()
    view = await call('POST', '/submit')
    tell(attempt === 0 ? 'onApplicantSubmitted' : 'onApplicantResubmitted')
  }
}

const start = async () => {
  tell('onInitialized')
  for (;;) {
    try {
      await run()
    } catch (error) {
      tell('onUploadError', { error: error.message })
      const again = make('button', { type: 'button', className: 'primary', textContent: 'Again' })
      show(heading('That did not work'), problem(error.message), make('div', { className: 'actions' }, again))
      await new Promise((resolve) => again.addEventListener('click', resolve, { once: true }))
    }
  }
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent) return
  if (data?.method === 'idCheck.updateAccessToken') tokenArrives(data.accessToken, data.error)
  if (data?.method !== 'idCheck.init' || accessToken) return
  accessToken = data.accessToken
  start()
})

tell('onReady')
