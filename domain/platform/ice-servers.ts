import * as z from 'zod';

/** An ICE server (STUN or TURN), in the form that `RTCPeerConnection` accepts. */
export interface IceServer {
  readonly urls: string[];
  readonly username?: string;
  readonly credential?: string;
}

export const ICE_ENVIRONMENT = {
  /** `stun:host:port` and `turn:host:port`, separated by commas. Without any, calls connect only within one network. */
  ICE_SERVERS: z
    .string()
    .regex(
      /^\s*(stuns?|turns?):[^\s,]+(\s*,\s*(stuns?|turns?):[^\s,]+)*\s*$/,
      'addresses such as stun:stun.example.com:3478, turn:turn.example.com:3478',
    )
    .optional(),
  /** Credentials for a TURN server. */
  TURN_USERNAME: z.string().optional(),
  TURN_PASSWORD: z.string().optional(),
};

/** Reads the ICE servers. Only TURN servers get the credentials; STUN servers need none. */
export function readIceServers(env: {
  ICE_SERVERS?: string | undefined;
  TURN_USERNAME?: string | undefined;
  TURN_PASSWORD?: string | undefined;
}): IceServer[] {
  const urls = env.ICE_SERVERS?.split(',').map((url) => url.trim()) ?? [];
  const turn = urls.filter((url) => url.startsWith('turn'));
  const stun = urls.filter((url) => !url.startsWith('turn'));
  return [
    ...(stun.length > 0 ? [{ urls: stun }] : []),
    ...(turn.length > 0
      ? [
          {
            urls: turn,
            ...(env.TURN_USERNAME && { username: env.TURN_USERNAME }),
            ...(env.TURN_PASSWORD && { credential: env.TURN_PASSWORD }),
          },
        ]
      : []),
  ];
}
