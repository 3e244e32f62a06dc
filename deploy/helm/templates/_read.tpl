{{/* A manifest of `../kubernetes`. */}}
{{- define "read" -}}
{{- $text := .root.Files.Get (printf "manifests/%s.yaml" .name) | required (printf "manifests/%s.yaml is missing: use the whole repository, or a packaged chart" .name) -}}
{{- $text -}}
{{- end -}}

{{/* An object with its labels. */}}
{{- define "object" -}}
{{- $labels := dict "app.kubernetes.io/name" "adit-tunnel" "app.kubernetes.io/part-of" "adit" "app.kubernetes.io/instance" .root.Release.Name "app.kubernetes.io/managed-by" .root.Release.Service -}}
{{- $_ := set .object.metadata "labels" $labels -}}
{{ toYaml .object }}
---
{{ end -}}
