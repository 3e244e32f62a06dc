# The tunnel server on Amazon ECS with Fargate, behind your load balancer, with your Redis: docs/guides/ecs.md.
#   module "adit_tunnel" {
#     source = "…/deploy/terraform"
#     image  = "ACCOUNT.dkr.ecr.REGION.amazonaws.com/adit-tunnel:0.1.0"
#     …
#   }
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = { source = "hashicorp/aws", version = ">= 5.0" }
  }
}

variable "image" {
  type        = string
  description = "The image of apps/tunnel-server/Containerfile, in a registry that ECS can read."
}

variable "cluster" {
  type        = string
  description = "ARN of the ECS cluster."
}

variable "execution_role_arn" {
  type        = string
  description = "Role that pulls the image and reads the secrets."
}

variable "subnets" {
  type        = list(string)
  description = "Subnets of the tasks, in two zones or more. They reach Redis and ingest."
}

variable "security_groups" {
  type        = list(string)
  description = "Security groups that let the load balancer in on port 8787."
}

variable "target_group_arn" {
  type        = string
  description = "Target group with target type ip. Its health check is GET /monitoring-tunnel on port 8787; let it accept 200 and 405."
}

variable "load_balancer_cidrs" {
  type        = list(string)
  description = "Subnets of the load balancer, whose X-Forwarded-For is used."
}

variable "secrets" {
  type        = object({ dsns = string, redis = string })
  description = "ARNs of secrets: the allowed DSNs, comma-separated, and the address of Redis, such as rediss://redis.example.com:6379."
}

variable "desired_count" {
  type        = number
  default     = 2
  description = "Number of tasks."
}

resource "aws_ecs_task_definition" "tunnel" {
  family                   = "adit-tunnel"
  requires_compatibilities = ["FARGATE"]
  network_mode             = "awsvpc"
  cpu                      = 256
  memory                   = 512 # MiB; under attack, the server needs up to 200
  execution_role_arn       = var.execution_role_arn

  # The insurance, for what Redis cannot take. It ends with the task.
  volume {
    name = "state"
  }

  container_definitions = jsonencode([{
    name                   = "tunnel"
    image                  = var.image
    user                   = "65532:65532"
    readonlyRootFilesystem = true
    # More than ADIT_SHUTDOWN_TIMEOUT (10 s) and three seconds.
    stopTimeout  = 30
    portMappings = [{ containerPort = 8787 }]
    mountPoints  = [{ sourceVolume = "state", containerPath = "/var/lib/adit" }]
    environment = [
      { name = "ADIT_TRUSTED_PROXIES", value = join(",", var.load_balancer_cidrs) },
    ]
    secrets = [
      { name = "ADIT_DSNS", valueFrom = var.secrets.dsns },
      { name = "ADIT_SPOOL", valueFrom = var.secrets.redis },
      { name = "ADIT_LIMITS", valueFrom = var.secrets.redis },
    ]
    # The image has no shell.
    healthCheck = {
      command = [
        "CMD", "/nodejs/bin/node", "-e",
        "fetch('http://127.0.0.1:8788/healthz/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))",
      ]
    }
  }])
}

resource "aws_ecs_service" "tunnel" {
  name            = "adit-tunnel"
  cluster         = var.cluster
  task_definition = aws_ecs_task_definition.tunnel.arn
  desired_count   = var.desired_count
  launch_type     = "FARGATE"

  network_configuration {
    subnets         = var.subnets
    security_groups = var.security_groups
  }

  load_balancer {
    target_group_arn = var.target_group_arn
    container_name   = "tunnel"
    container_port   = 8787
  }
}
