export const PLUGIN_TYPES = ['SECURE_IMAGE', 'ONE_TIME_PROFILE'] as const;

export type PluginType = (typeof PLUGIN_TYPES)[number];

/** Where the service calls a plugin of a messenger channel (resource API 2.3, 4.6): one for each plugin. */
export interface PluginCallback {
  /** The channel's uuid: every profile of the channel has it. */
  channel: string;
  pluginId: string;
  pluginType: PluginType;
  callbackUrl: string;
  /** Both false if another hub partner registered it. */
  modifiable: boolean;
  deletable: boolean;
}

/** How a callback stands on its collection. */
export function pluginKey(channel: string, pluginId: string): string {
  return `${channel}/${pluginId}`;
}
