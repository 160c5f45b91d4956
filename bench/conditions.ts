import type { Browser, CDPSession, Page } from 'playwright';
import type { Send } from '#harness/devtools.ts';

/** A shopper's device and network. */
export interface Device {
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
  /** Touch instead of a mouse. */
  touch: boolean;
  /** CPU throttling factor. */
  cpuSlowdown: number;
  network?: {
    /** Latency added by the browser from request to first byte, in milliseconds. */
    latency: number;
    /** Bytes per second. */
    downloadThroughput: number;
    uploadThroughput: number;
  };
}

/** A phone on a slow connection: 1.6 Mbps down, 750 kbps up. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  touch: true,
  cpuSlowdown: 4,
  network: {
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  },
} as const satisfies Device;

/** An unthrottled computer with the server on the same machine. */
export const desk = {
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 1,
  touch: false,
  cpuSlowdown: 1,
} as const satisfies Device;

export type DeviceName = 'phone' | 'desk';
export const devices: Record<DeviceName, Device> = { phone, desk };

/** DevTools commands that emulate this device on a page. */
export function emulate(device: Device): (send: Send) => Promise<unknown>[] {
  const { viewport, deviceScaleFactor, touch, cpuSlowdown, network } = device;
  return (send) => [
    send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: touch }),
    send('Emulation.setTouchEmulationEnabled', { enabled: touch }),
    send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown }),
    ...(network ? [send('Network.emulateNetworkConditions', { offline: false, ...network })] : []),
  ];
}

export interface PhonePage {
  page: Page;
  session: CDPSession;
  /** Opens another page in the same browser, with the same cache. */
  another(): Promise<PhonePage>;
  close(): Promise<void>;
}

/**
 * Opens a phone with an empty cache.
 * @param init runs in every page before its own scripts.
 */
export async function openPhone(
  browser: Browser,
  init: string,
  cpuSlowdown: number = phone.cpuSlowdown,
): Promise<PhonePage> {
  const context = await browser.newContext({
    viewport: phone.viewport,
    deviceScaleFactor: phone.deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  });
  await context.addInitScript(init);
  async function open(): Promise<PhonePage> {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...phone.network });
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    return { page, session, another: open, close: () => context.close() };
  }
  return open();
}
